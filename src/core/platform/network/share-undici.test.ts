import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { json, startServer } from '../../testing/http-server.ts'
import { createNodeFetch } from './node-fetch.ts'
import { shareUndici } from './share-undici.ts'
import { describeFetch } from './testing/fetch-suite.ts'

// Other test files may share this process.
const before = Object.entries({ fetch, FormData, Headers, Request, Response })
afterAll(() => {
  for (const [name, value] of before) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
})

shareUndici()
describeFetch('the fetch of the browser host', createNodeFetch(), { reads: 'as Node' })

it("doesn't load Node's own copy for a request", async ({ onTestFinished }) => {
  const server = await startServer((_, response) => json(response, 200, 'here'))
  onTestFinished(() => server.stop())
  const script = `
    import { createNodeFetch } from './node-fetch.ts'
    import { shareUndici } from './share-undici.ts'
    shareUndici()
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.txt')
    await createNodeFetch()('${server.url}', { method: 'PUT', headers: new Headers({ a: 'b' }), body: form })
    console.log(process.moduleLoadList.filter((name) => name.includes('undici')).join())
    process.exit()`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    { cwd: import.meta.dirname },
  )
  expect(stdout.trim()).toBe('')
})
