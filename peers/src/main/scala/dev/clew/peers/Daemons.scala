package dev.clew.peers

import java.util.concurrent.ThreadFactory

/** Threads that do not keep the measured JVM alive. */
private[peers] object Daemons extends ThreadFactory {
  override def newThread(code: Runnable): Thread = {
    val thread = new Thread(code)
    thread.setDaemon(true)
    thread
  }
}
