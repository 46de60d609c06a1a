package dev.clew.verify.lincheck;

import java.util.List;

/** A channel that holds one value. */
public final class BufferedChannelLincheckTest extends ChannelLinchecked {
    public BufferedChannelLincheckTest() {
        super(1);
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "send:1 end:1 send:1 end:1 | receive:2 end:2 receive:2 end:2",
                "send:1 send:1 giveUp:1 | receive:2 end:2 send:2 end:2");
    }

    /** What it is, one call at a time. */
    public static final class Specification extends ChannelLinchecked.Specification {
        public Specification() {
            super(1);
        }
    }
}
