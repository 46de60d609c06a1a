package dev.clew.examples;

import dev.clew.Task;
import java.time.Duration;
import java.util.List;

final class ReadmeExample {
    /** A fork at every call: no cut-off. A branch becomes a fiber only when an idle worker takes it. */
    static Task<Long> fib(int n) {
        return n < 2
                ? Task.now((long) n)
                : Task.defer(() -> fib(n - 1)).zipPar(Task.defer(() -> fib(n - 2)), Long::sum);
    }

    static Task<String> greet(String name) {
        return Task.sleep(Duration.ofMillis(10)).thenReturn("Hello " + name).timeout(Duration.ofSeconds(1));
    }

    public static void main(String[] args) throws Exception {
        Task<List<String>> greetings = Task.parTraverse(List.of("Ada", "Alan", "Grace"), ReadmeExample::greet);
        Task<Long> sum = fib(20).recover(error -> -1L);
        System.out.println(sum.both(greetings).runSync());
    }
}
