// Requests a URL in a separate process, and prints a line for each request: `answered` or the error codes. Takes the URL and,
// for each request, either the file of an authority to trust for it, nothing, or `bare` for Node's own fetch.
import { readFileSync } from 'node:fs'
import { createNodeFetch } from '../node-fetch.ts'

const [url, ...requests] = process.argv.slice(2)
for (const request of requests) process.stdout.write(`${await ask(request)}\n`)
// Connections are kept open for more requests.
process.exit()

async function ask(trusted: string): Promise<string> {
  const certificates = {
    forOrigin: () => (trusted ? [readFileSync(trusted, 'utf8')] : []),
    onChange: () => undefined,
  }
  const send = trusted === 'bare' ? fetch : createNodeFetch({ certificates })
  try {
    await (await send(url!)).text()
    return 'answered'
  } catch (error) {
    const codes: unknown[] = []
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      codes.push((cause as NodeJS.ErrnoException).code)
    }
    return codes.filter(Boolean).join(' ')
  }
}
