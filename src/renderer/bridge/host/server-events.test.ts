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

describe('readServerEvents', () => {
  it('parses the name and data of each event', async () => {
    expect(await eventsIn('event: a\ndata: 1\n\nevent: b\ndata: 2\n\n')).toEqual([
      { name: 'a', data: '1' },
      { name: 'b', data: '2' },
    ])
  })

  it('parses chunks split anywhere, even within a character', async () => {
    const bytes = new TextEncoder().encode('event: név\ndata: {"x":"🙂: y"}\n\n')
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
    expect(await eventsIn(...single)).toEqual([{ name: 'név', data: '{"x":"🙂: y"}' }])
  })

  it.each([
    ['comments', ': still here\n\ndata: x\n\n', [{ name: 'message', data: 'x' }]],
    ['multi-line data', 'data: x\ndata:y\ndata\n\n', [{ name: 'message', data: 'x\ny\n' }]],
    ['Windows line breaks', 'event: a\r\ndata: x\r\n\r\n', [{ name: 'a', data: 'x' }]],
    ['unknown fields', 'id: 1\nretry: 2\ndata: x\n\n', [{ name: 'message', data: 'x' }]],
    ['an event without data', 'event: a\n\ndata: x\n\n', [{ name: 'message', data: 'x' }]],
    [
      'an incomplete last event',
      'data: x\n\nevent: a\ndata: y\n',
      [{ name: 'message', data: 'x' }],
    ],
    ['line separators within data', 'data: x\u2028y\n\n', [{ name: 'message', data: 'x\u2028y' }]],
  ])('parses a stream with %s', async (_, text, events) =>
    expect(await eventsIn(text)).toEqual(events),
  )

  it('cancels the stream when the reader stops', async () => {
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
