import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import {
  type TestAuthority,
  createAuthority,
} from '../../../../platform/network/testing/authority.ts'

interface CalendarResponse {
  status?: number
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
}

/** A server of calendars over https, with a certificate that only `certificates` trusts. */
export interface CalendarServer {
  url: string
  authority: TestAuthority
  certificates: { forOrigin(origin: string): string[]; onChange(): void }
  /** The headers of each request. */
  requests: IncomingHttpHeaders[]
  /** How many responses had the whole calendar. */
  fullAnswers: number
  etag: string
  /** In place of the calendar. */
  answer: CalendarResponse | 'none' | undefined
  /** Serves another calendar, and forgets the requests. */
  reset(text: string): void
  stop(): Promise<void>
}

export async function startCalendarServer(): Promise<CalendarServer> {
  const authority = createAuthority()
  let text = ''
  const server = createServer(authority.issue(), (request, response) => {
    calendars.requests.push(request.headers)
    const { etag, answer } = calendars
    if (answer === 'none') return
    if (answer) {
      response.writeHead(answer.status ?? 200, answer.headers).end(answer.body)
    } else if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end()
    } else {
      calendars.fullAnswers += 1
      response.writeHead(200, { etag, 'content-type': 'text/calendar' }).end(text)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/secret.ics`
  const calendars: CalendarServer = {
    url,
    authority,
    certificates: {
      forOrigin: (origin) => (origin === new URL(url).origin ? [authority.cert] : []),
      onChange: () => undefined,
    },
    requests: [],
    fullAnswers: 0,
    etag: '',
    answer: undefined,
    reset(next) {
      text = next
      calendars.etag = `"${createHash('sha256').update(next).digest('hex').slice(0, 16)}"`
      calendars.answer = undefined
      calendars.fullAnswers = 0
      calendars.requests.length = 0
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      authority.remove()
    },
  }
  return calendars
}
