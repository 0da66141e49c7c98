import { describe, expect, it } from 'vitest'
import { FailureError } from '../failure.ts'
import { type Log, type LogLevel, createLog } from './log.ts'

function logging(level: LogLevel = 'debug'): { log: Log; lines: string[] } {
  const lines: string[] = []
  const log = createLog({
    write: (line) => lines.push(line),
    level,
    now: () => Date.UTC(2026, 10, 21, 7, 30),
    tag: () => 'instance-1a2b3c4d',
  })
  return { log, lines }
}

describe('log', () => {
  it('writes one line per entry, with its fields', () => {
    const { log, lines } = logging()
    log.info('A call failed.', {
      operation: 'status.set',
      instance: 'https://gitlab.example.com',
      failure: 'offline',
      milliseconds: 12.4,
      status: 502,
    })
    expect(lines).toEqual([
      '2026-11-21T07:30:00.000Z info  A call failed. operation=status.set failure=offline ' +
        'instance=instance-1a2b3c4d milliseconds=12 status=502',
    ])
  })

  it('omits entries below its level', () => {
    const { log, lines } = logging('warn')
    log.debug('Answered.')
    log.info('Latchkey starts.')
    log.warn('The audit log could not be written.')
    log.error('A call went wrong inside Latchkey.')
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['warn', 'error'])
  })

  it('accepts only literal sentences', () => {
    const name = 'ines' as string
    const { log, lines } = logging()
    // @ts-expect-error a composed text may contain anything
    log.info(`Hello ${name}`)
    // @ts-expect-error text from elsewhere may contain anything
    log.info(name)
    // @ts-expect-error no such field exists
    log.info('Hello.', { name })
    expect(lines).toHaveLength(3)
    expect(lines[2]).not.toContain('ines')
  })

  it('omits fields with values of the wrong type', () => {
    const { log, lines } = logging()
    const facts = {
      operation: 'status.ines@example.com',
      failure: 'glpat-secret',
      count: 'ines',
      document: '/home/ines/secret.txt',
      part: 'ines',
      end: 'ines',
      version: '1.0 of ines',
      host: 'ines.example.com',
    }
    log.info('Nothing.', facts as object)
    expect(lines[0]).toMatch(/Nothing\.$/)
  })

  it("writes an error's class, codes, causes, and locations, but never its message", () => {
    const { log, lines } = logging()
    const cause = Object.assign(new Error('ines was here'), { code: 'ECONNRESET' })
    const failure = { kind: 'offline', reason: 'proxy', message: 'ines@example.com' } as const
    log.error('A call went wrong inside Latchkey.', { error: new FailureError(failure, { cause }) })
    expect(lines[0]).toMatch(
      /error=FailureError \(offline\) \(proxy\) at log\.test\.ts:\d+:\d+.* < Error \(ECONNRESET\) at log\.test\.ts:\d+:\d+/,
    )
    expect(lines[0]).not.toContain('ines')
    log.error('A call went wrong inside Latchkey.', { error: 'glpat-thrown' })
    expect(lines[1]).toMatch(/error=a-thrown-string$/)
  })

  it('writes a single line for any error', () => {
    const { log, lines } = logging()
    const error = new Error('x')
    error.stack =
      'Error: x\n    at a (/home/ines/latchkey.ts:1:2)\n\u2028    at b (secret name.ts:1:1)'
    log.error('A call went wrong inside Latchkey.', { error })
    expect(lines[0]).toMatch(/error=Error at latchkey\.ts:1:2$/)
  })
})
