import type { Socket } from 'node:net'

/** Maximum connections of unknown programs; a browser that loads the page opens six. */
const maxStrangers = 32
/** Maximum connections of signed-in pages: each tab has its event stream and a few calls. */
const maxTrusted = 64

/**
 * Limits open connections so that they never use up the file limit (see `checkOpenFiles`). A new connection closes the
 * oldest one of its kind, so a program that holds many half-open connections loses its own, not the page's.
 */
export class Connections {
  // Sets keep insertion order.
  readonly #strangers = new Set<Socket>()
  readonly #trusted = new Set<Socket>()

  /** Adds a new connection of an unknown program. */
  add(socket: Socket): void {
    this.#strangers.add(socket)
    socket.once('close', () => {
      this.#strangers.delete(socket)
      this.#trusted.delete(socket)
    })
    // guard: strangers
    closeOldest(this.#strangers, maxStrangers)
  }

  /** Marks a connection as one of a signed-in page. */
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
