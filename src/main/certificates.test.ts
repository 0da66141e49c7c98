import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setupCertificates } from './certificates.ts'
import { app, seen } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

const certificate = (subjectName: string) => ({
  subjectName,
  issuerName: 'Example CA',
  validExpiry: 1_900_000_000,
  fingerprint: `sha256/${subjectName}`,
})
const [ines, max] = [certificate('Ines'), certificate('Max')]

/** What a service is shown that asks. */
function shownTo(service: string, list = [ines, max]): unknown {
  const answer = vi.fn()
  app.emit('select-client-certificate', { preventDefault: vi.fn() }, null, service, list, answer)
  expect(answer).toHaveBeenCalledOnce()
  return answer.mock.calls[0]![0]
}

beforeEach(() => {
  app.removeAllListeners()
  seen.questions.length = 0
  setupCertificates({ forHost: () => [], onChange: () => undefined })
})

describe('a service that requires a client certificate', () => {
  it.each([
    ['gitlab.example.com:443', 'gitlab.example.com'],
    ['gitlab.example.com:8443', 'gitlab.example.com:8443'],
    ['10.0.0.7:443', '10.0.0.7'],
    ['[2001:db8::7]:8443', '[2001:db8::7]:8443'],
    ['https://gitlab.example.com/api/v4/user', 'gitlab.example.com'],
    ['https://gitlab.example.com:8443/', 'gitlab.example.com:8443'],
    ['', 'The server'],
    [':', 'The server'],
  ])('is named where Electron calls it %s', (service, name) => {
    seen.messageBoxAnswer = 1
    expect(shownTo(service)).toBe(max)
    expect(seen.questions[0]!.message).toBe(`${name} requires a client certificate.`)
  })

  it('prompts once for all sessions and both forms of its name', () => {
    for (const [button, shown] of [
      [0, ines],
      [2, undefined],
    ] as const) {
      seen.messageBoxAnswer = button
      const host = `gitlab-${button}.example.com`
      const services = [`${host}:443`, `${host}:443`, `https://${host}/`, `${host}:443`]
      expect(services.map((service) => shownTo(service))).toEqual(Array(4).fill(shown))
    }
    expect(seen.questions).toHaveLength(2)
  })

  it('prompts again for another port, and when the certificates change', () => {
    seen.messageBoxAnswer = 0
    shownTo('gitlab.example.com:443')
    shownTo('gitlab.example.com:8443')
    expect(shownTo('gitlab.example.com:443', [max])).toBe(max)
    expect(seen.questions).toHaveLength(3)
  })
})
