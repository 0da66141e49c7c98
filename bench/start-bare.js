// A lower bound for any host: a plain Node server, and a page with one heading.
import { createServer } from 'node:http'

const page = `<!doctype html>
<html lang="en">
  <title>Bare</title>
  <div id="app"></div>
  <script type="module" src="/page.js"></script>
</html>`
const script = `document.querySelector('#app').innerHTML = '<h1>Bare</h1>'`

const server = createServer(({ url }, response) => {
  const isScript = url === '/page.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? script : page)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  console.log(`Latchkey is running at http://127.0.0.1:${port}/`)
})
