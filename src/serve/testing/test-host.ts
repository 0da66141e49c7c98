import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestLatchkey, createTestLatchkey } from '../../core/testing/latchkey.ts'
import { testLog } from '../../core/testing/log.ts'
import type { Sleep } from '../guard.ts'
import { type BrowserHost, startBrowserHost } from '../server.ts'

/** A browser host with its own application and a single-file page. */
export interface TestHost extends BrowserHost {
  latchkey: TestLatchkey
  /** Lines that the host itself logged. */
  logged: string[]
}

/** Starts the host, on any free port by default. */
export async function startTestHost(port = 0, sleep?: Sleep): Promise<TestHost> {
  const pageFolder = mkdtempSync(join(tmpdir(), 'latchkey-page-'))
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html>the page')
  const latchkey = createTestLatchkey()
  const logged: string[] = []
  const log = testLog((line) => logged.push(line))
  const host = await startBrowserHost({ latchkey, log, pageFolder, port, ...(sleep && { sleep }) })
  return {
    ...host,
    latchkey,
    logged,
    async stop() {
      await host.stop()
      await latchkey.close()
      rmSync(pageFolder, { recursive: true })
    },
  }
}
