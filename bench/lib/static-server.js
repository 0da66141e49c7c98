// node static-server.js FOLDER: serves the files in a folder. It is also the floor for the host’s start, so it is plain
// JavaScript, because stripping types would take longer than everything else here.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const [folder] = process.argv.slice(2)
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

const server = createServer(async ({ url }, response) => {
  const file = join(folder, url === '/' ? 'index.html' : url)
  try {
    const content = await readFile(file)
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
    response.end(content)
  } catch {
    response.writeHead(404).end()
  }
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  console.log(`Running at http://127.0.0.1:${port}/`)
})
