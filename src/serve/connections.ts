import type { Socket } from 'node:net'

/** Connections of any program on this computer; a browser that loads the page opens six. */
const maxStrangers = 32
/** Connections of signed-in pages: each tab has its event stream and a few calls. */
const maxTrusted = 64

/**
 * Bounds how many connections are open, so that they never take the last open files (see `checkOpenFiles`). The oldest one makes room
 * for a new one: a program that leaves many half open pushes out its own, not those of the page.
 */
export class Connections {
  // Sets keep the order in which entries were added.
  readonly #strangers = new Set<Socket>()
  readonly #trusted = new Set<Socket>()

  /** Counts a new connection, of an unknown program. */
  add(socket: Socket): void {
    this.#strangers.add(socket)
    socket.once('close', () => {
      this.#strangers.delete(socket)
      this.#trusted.delete(socket)
    })
    // guard: strangers
    closeOldest(this.#strangers, maxStrangers)
  }

  /** Counts a connection as one of a signed-in page. */
  trust(socket: Socket): void {
    // guard: trusted-connections
    if (!this.#strangers.delete(socket)) return
    this.#trusted.add(socket)
    closeOldest(this.#trusted, maxTrusted)
  }
}

function closeOldest(sockets: Set<Socket>, most: number): void {
  const [oldest] = sockets
  if (sockets.size <= most || !oldest) return
  sockets.delete(oldest)
  oldest.destroy()
}
