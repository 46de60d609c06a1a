package dev.clew.bench;

import dev.clew.bench.arena.Peer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** Of the libraries that compete, as the build resolved them. */
final class Versions {
    private Versions() {}

    /** By the peers' keys. */
    static Map<String, String> all() {
        Properties properties = new Properties();
        try (InputStream in = Versions.class.getResourceAsStream("versions.properties")) {
            if (in == null) {
                throw new IOException("versions.properties is missing from the jar; build it again");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> versions = new LinkedHashMap<>();
        for (Peer peer : Peer.values()) {
            String version = properties.getProperty(peer.key());
            if (version != null) {
                versions.put(peer.key(), version);
            }
        }
        return versions;
    }
}
