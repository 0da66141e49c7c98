import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './support/test.ts'

// The attack: a script in the built page, or a name in its markup, tries to inject more markup. Other specs check
// that the page itself complies with the policy, because any violation fails the test.

test('stops a script from creating markup or its own Trusted Types policy', async ({ app }) => {
  app.allowedConsoleErrors.push(
    /Trusted(HTML|Script)|trusted-types|Trusted Type|Content Security Policy/i,
  )
  const page = await app.open()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const succeeded = await page.evaluate(() => {
    const attack = '<img src=x onerror="document.title = 1">'
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown }
    }
    const attempts: Record<string, () => unknown> = {
      innerHTML: () => (document.createElement('p').innerHTML = attack),
      insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', attack),
      parse: () => new DOMParser().parseFromString(attack, 'text/html'),
      frame: () => (document.createElement('iframe').srcdoc = attack),
      script: () => (document.createElement('script').src = 'https://evil.example/x.js'),
      ownPolicy: () => trustedTypes.createPolicy('evil', {}),
      // Vue has already registered this name, and names must be unique.
      vuesPolicy: () => trustedTypes.createPolicy('vue', {}),
    }
    return Object.keys(attempts).filter((name) => {
      try {
        attempts[name]!()
        return true
      } catch {
        return false
      }
    })
  })
  expect(succeeded).toEqual([])
})

test('stops a script from reaching a peer over WebRTC @browser', async ({ app }) => {
  const page = await app.open()
  const version = Number(page.context().browser()!.version().split('.')[0])
  test.skip(version < 152, 'this Chromium can’t turn off WebRTC')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const ended = await page.evaluate(async () => {
    const [here, there] = [new RTCPeerConnection(), new RTCPeerConnection()]
    const channel = here.createDataChannel('out')
    here.onicecandidate = ({ candidate }) => void there.addIceCandidate(candidate ?? undefined)
    there.onicecandidate = ({ candidate }) => void here.addIceCandidate(candidate ?? undefined)
    const end = new Promise((resolve) => {
      channel.onopen = () => resolve('connected')
      here.oniceconnectionstatechange = () => {
        if (here.iceConnectionState === 'failed') resolve('failed')
      }
    })
    await here.setLocalDescription()
    await there.setRemoteDescription(here.localDescription!)
    await there.setLocalDescription()
    await here.setRemoteDescription(there.localDescription!)
    return end
  })
  expect(ended).toBe('failed')
})

test('follows redirects of an external link @browser', async ({ app }) => {
  const page = await app.open()
  const server = createServer(({ url }, response) => {
    if (url === '/end') response.end('Arrived')
    else response.writeHead(302, { location: '/end' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const opened = page.context().waitForEvent('page')
  await page.evaluate(
    (href) => void window.open(href, '_blank', 'noopener'),
    `http://127.0.0.1:${port}/`,
  )
  await expect((await opened).getByText('Arrived')).toBeVisible()
  server.close()
})
