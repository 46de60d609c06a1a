package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The pages of the repository do not rot: their Java stands word for word in a source of this package, which is compiled
 * and run by the tests, and their links lead somewhere. In the guide white space may differ, so that formatting breaks nothing.
 */
class DocumentationTest {
    private static final Path ROOT = root();
    private static final Path EXAMPLES = ROOT.resolve("core/src/test/java/dev/clew/examples");
    private static final Pattern FENCE = Pattern.compile("(?ms)^```java\\R(.*?)^```");
    private static final Pattern ANY_FENCE = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        for (Path p = folder; p != null; p = p.getParent()) {
            if (Files.exists(p.resolve("clew")) && Files.exists(p.resolve("LICENSE"))) {
                return p;
            }
        }
        throw new IllegalStateException(
                "the tests run inside the repository, but no folder above " + folder + " is it");
    }

    @Test
    void theReadmeShowsTheExampleAsItIsCompiled() throws IOException {
        String source = Files.readString(EXAMPLES.resolve("ReadmeExample.java"));
        String shown = source.substring(source.indexOf("import "));
        assertThat(blocks(ROOT.resolve("README.md"))).containsExactly(shown);
    }

    @Test
    void everyJavaBlockOfTheGuideStandsInACompiledExample() throws IOException {
        List<String> sources = new ArrayList<>();
        for (Path file : files(EXAMPLES, ".java")) {
            sources.add(withoutSpace(Files.readString(file)));
        }
        for (Path page : files(ROOT.resolve("docs/guide"), ".md")) {
            for (String block : blocks(page)) {
                String wanted = withoutSpace(block);
                assertThat(sources.stream().anyMatch(source -> source.contains(wanted)))
                        .as("an example of " + EXAMPLES + " has this block of " + page + ":\n" + block)
                        .isTrue();
            }
        }
    }

    @Test
    void everyRelativeLinkLeadsToAFileAndItsAnchorToAHeading() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher link = LINK.matcher(withoutCode(Files.readString(page)));
            while (link.find()) {
                String target = link.group(1);
                if (!target.contains(":") && !leadsSomewhere(page, target)) {
                    broken.add(ROOT.relativize(page) + ": " + target);
                }
            }
        }
        assertThat(broken).as("links that lead nowhere").isEmpty();
    }

    private static boolean leadsSomewhere(Path page, String target) throws IOException {
        int hash = target.indexOf('#');
        String path = hash < 0 ? target : target.substring(0, hash);
        Path folder = page.getParent();
        Path file =
                path.isEmpty() || folder == null ? page : folder.resolve(path).normalize();
        return Files.exists(file) && (hash < 0 || anchors(file).contains(target.substring(hash + 1)));
    }

    /** The anchors that GitHub gives to headings, and those that a page sets itself. */
    private static List<String> anchors(Path page) throws IOException {
        String text = Files.readString(page);
        List<String> anchors = new ArrayList<>();
        Matcher heading = HEADING.matcher(ANY_FENCE.matcher(text).replaceAll(""));
        while (heading.find()) {
            String plain = heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}\\- _]", "");
            anchors.add(plain.replace(' ', '-'));
        }
        Matcher own = ANCHOR.matcher(text);
        while (own.find()) {
            anchors.add(own.group(1));
        }
        return anchors;
    }

    private static String withoutCode(String text) {
        return CODE.matcher(ANY_FENCE.matcher(text).replaceAll("")).replaceAll("");
    }

    private static List<String> blocks(Path page) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher fence = FENCE.matcher(Files.readString(page));
        while (fence.find()) {
            blocks.add(fence.group(1));
        }
        return blocks;
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT)) {
            top.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        pages.addAll(files(ROOT.resolve("docs"), ".md"));
        return pages;
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        }
    }
}
