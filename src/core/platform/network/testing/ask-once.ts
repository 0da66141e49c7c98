// Requests a URL once, in a separate process, and prints `answered` or the error codes. Takes the URL, and either the
// file of an authority to trust for it or `bare` for Node's own fetch.
import { readFileSync } from 'node:fs'
import { createNodeFetch } from '../node-fetch.ts'

const [url, trusted] = process.argv.slice(2)
const certificates = {
  forOrigin: () => (trusted ? [readFileSync(trusted, 'utf8')] : []),
  onChange: () => undefined,
}
const ask = trusted === 'bare' ? fetch : createNodeFetch({ certificates })
try {
  await (await ask(url!)).text()
  process.stdout.write('answered')
} catch (error) {
  const codes: unknown[] = []
  for (let one = error; one instanceof Error; one = one.cause) {
    codes.push((one as NodeJS.ErrnoException).code)
  }
  process.stdout.write(codes.filter(Boolean).join(' '))
}
// Connections are kept open for more requests.
process.exit()
