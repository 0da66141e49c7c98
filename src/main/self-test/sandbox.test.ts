import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { hasSeccompFilter } from './sandbox.ts'

vi.mock('electron', () => import('../testing/fake-electron.ts'))

it.each([
  ['filtered system calls', '2', true],
  ['strict mode, which Chromium does not use,', '1', false],
  ['no filter', '0', false],
])('hasSeccompFilter detects %s in a process status', (_, mode, isFiltered) => {
  const status = `Name:\tlatchkey\nNoNewPrivs:\t1\nSeccomp:\t${mode}\nSeccomp_filters:\t2\n`
  expect(hasSeccompFilter(status)).toBe(isFiltered)
})

it.runIf(process.platform === 'linux')('hasSeccompFilter reads the status format of Linux', () => {
  const status = readFileSync('/proc/self/status', 'utf8')
  expect(status).toMatch(/^Seccomp:\s+[012]$/m)
})
