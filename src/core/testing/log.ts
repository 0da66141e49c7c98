import { type LogLevel, createLog } from '../platform/log/log.ts'
import type { OpenLog } from '../platform/log/open-log.ts'
import { currentTime } from '../../shared/rules/clock.ts'

/** A log that passes on each line and keeps it in memory. */
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
