import type { Socket } from 'node:net'

/** Connections of anybody on this machine; a browser that loads the page opens six. */
const mostStrangers = 32
/** Connections that belong to pages that are let in: each tab has its event stream and a few calls. */
const mostTrusted = 64

/**
 * Bounds how many connections are open, so that they never take the last open files (see `checkOpenFiles`). The oldest one makes room
 * for a new one: whoever opens many and leaves them half open pushes out their own, not those of the page.
 */
export class Connections {
  // Sets keep the order in which entries were added.
  readonly #strangers = new Set<Socket>()
  readonly #trusted = new Set<Socket>()

  /** Counts a new connection, of which nothing is known yet. */
  add(socket: Socket): void {
    this.#strangers.add(socket)
    socket.once('close', () => {
      this.#strangers.delete(socket)
      this.#trusted.delete(socket)
    })
    // guard: strangers
    closeOldest(this.#strangers, mostStrangers)
  }

  /** Counts a connection as one of a page that is let in. */
  trust(socket: Socket): void {
    // guard: trusted-connections
    if (!this.#strangers.delete(socket)) return
    this.#trusted.add(socket)
    closeOldest(this.#trusted, mostTrusted)
  }
}

function closeOldest(sockets: Set<Socket>, most: number): void {
  const [oldest] = sockets
  if (sockets.size <= most || !oldest) return
  sockets.delete(oldest)
  oldest.destroy()
}
