import { type LogLevel, createLog } from '../infra/log/log.ts'
import type { OpenLog } from '../infra/log/open-log.ts'
import { currentTime } from '../../shared/clock.ts'

/** What is said, handed on line by line and kept in memory. */
export function testLog(write: (line: string) => unknown, level: LogLevel = 'debug'): OpenLog {
  const lines: string[] = []
  const tag = () => 'instance-test'
  const log = createLog({
    write(line) {
      lines.push(line)
      write(line)
    },
    level,
    now: currentTime,
    tag,
  })
  const file = {
    path: 'latchkey.log',
    write: (line: string) => void lines.push(line),
    tail: (count: number) => lines.slice(-count),
    clear: () => void (lines.length = 0),
    close: () => undefined,
  }
  return { ...log, tag, file }
}
