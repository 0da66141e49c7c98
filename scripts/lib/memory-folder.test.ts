import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { memoryFolder } from './memory-folder.ts'

it.runIf(memoryFolder())('is a folder that programs start in', () => {
  const folder = mkdtempSync(join(memoryFolder()!, 'latchkey-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\necho started\n', { mode: 0o755 })
  expect(execFileSync(program, { encoding: 'utf8' })).toBe('started\n')
})
