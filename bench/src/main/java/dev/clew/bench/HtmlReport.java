package dev.clew.bench;
import java.io.IOException;
import java.nio.file.Path;
final class HtmlReport { private HtmlReport() {} static void write(Stored run, Path file) throws IOException {} }
