import { once } from 'node:events'

type Values = Record<string, unknown>

/** Sends a command and waits for its result. */
export type Command = (method: string, params: Values) => Promise<Values>

/**
 * A WebDriver BiDi connection (https://w3c.github.io/webdriver-bidi/). Playwright’s own implementation requires
 * features that firefox-esr lacks.
 */
export interface Connection {
  send: Command
  onEvent(method: string, listener: (params: Values) => void): void
  close(): void
}

interface Answer {
  id?: number
  type: 'success' | 'error' | 'event'
  method?: string
  params?: Values
  result?: Values
  message?: string
}

export async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<Values>>()
  const listeners = new Map<string, (params: Values) => void>()
  let lastId = 0

  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.type === 'event') listeners.get(answer.method!)?.(answer.params!)
    const waiter = waiting.get(answer.id!)
    waiting.delete(answer.id!)
    if (answer.type === 'success') waiter?.resolve(answer.result!)
    if (answer.type === 'error') waiter?.reject(new Error(answer.message))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection.'))
  })
  await once(socket, 'open')

  return {
    send(method, params) {
      const id = ++lastId
      const waiter = Promise.withResolvers<Values>()
      waiting.set(id, waiter)
      socket.send(JSON.stringify({ id, method, params }))
      return waiter.promise
    },
    onEvent: (method, listener) => void listeners.set(method, listener),
    close: () => socket.close(),
  }
}
