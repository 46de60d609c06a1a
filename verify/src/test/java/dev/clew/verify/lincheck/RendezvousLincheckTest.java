package dev.clew.verify.lincheck;

import java.util.List;

/** A channel on which senders and receivers meet. */
public final class RendezvousLincheckTest extends ChannelLinchecked {
    public RendezvousLincheckTest() {
        super(0);
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "send:1 end:1 | receive:2 end:2 receive:2 end:2",
                "send:1 giveUp:1 | receive:2 end:2 send:2 end:2",
                "receive:1 giveUp:1 send:1 end:1 | send:2 end:2 send:2 end:2");
    }

    /** What it is, one call at a time. */
    public static final class Specification extends ChannelLinchecked.Specification {
        public Specification() {
            super(0);
        }
    }
}
