import { describe, expect, it } from 'vitest'
import { type ServerEvent, readServerEvents } from './server-events.ts'

async function eventsIn(...chunks: (string | Uint8Array<ArrayBuffer>)[]) {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
      }
      controller.close()
    },
  })
  const events: ServerEvent[] = []
  for await (const event of readServerEvents(body)) events.push(event)
  return events
}

describe('a stream of server-sent events', () => {
  it('holds events with a name and data', async () => {
    expect(await eventsIn('event: a\ndata: 1\n\nevent: b\ndata: 2\n\n')).toEqual([
      { name: 'a', data: '1' },
      { name: 'b', data: '2' },
    ])
  })

  it('may be cut anywhere, also within a letter', async () => {
    const bytes = new TextEncoder().encode('event: név\ndata: {"x":"🙂: y"}\n\n')
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
    expect(await eventsIn(...single)).toEqual([{ name: 'név', data: '{"x":"🙂: y"}' }])
  })

  it.each([
    ['comments', ': still here\n\ndata: x\n\n', [{ name: 'message', data: 'x' }]],
    ['several lines of data', 'data: x\ndata:y\ndata\n\n', [{ name: 'message', data: 'x\ny\n' }]],
    ['line breaks of Windows', 'event: a\r\ndata: x\r\n\r\n', [{ name: 'a', data: 'x' }]],
    ['fields of no meaning', 'id: 1\nretry: 2\ndata: x\n\n', [{ name: 'message', data: 'x' }]],
    ['an event without data', 'event: a\n\ndata: x\n\n', [{ name: 'message', data: 'x' }]],
    ['an end in the middle', 'data: x\n\nevent: a\ndata: y\n', [{ name: 'message', data: 'x' }]],
    ['line separators within data', 'data: x\u2028y\n\n', [{ name: 'message', data: 'x\u2028y' }]],
  ])('may hold %s', async (_, text, events) => expect(await eventsIn(text)).toEqual(events))

  it('is let go of when nobody reads it any more', async () => {
    let isCancelled = false
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
      cancel: () => void (isCancelled = true),
    })
    for await (const event of readServerEvents(body)) {
      expect(event.data).toBe('x')
      break
    }
    expect(isCancelled).toBe(true)
  })
})
