package dev.clew.bench.arena;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says whose form of a scenario a benchmark method is. The tables have one row for each. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Rival {
    Peer value();

    /** Which of several forms of the same peer it is, for instance "16 branches"; empty where there is one. */
    String form() default "";

    /** Whether it is the form of its peer that stands first: of Clew, the one that all others are compared with. */
    boolean first() default false;

    /** Which of the class's cases it belongs to, where they differ in more than parameters. */
    String group() default "";
}
