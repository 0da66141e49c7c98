import { expect, it, vi } from 'vitest'
import { withClientCertificates } from './with-client-certificates.ts'

const needed = () => Promise.reject(new Error('net::ERR_SSL_CLIENT_AUTH_CERT_NEEDED'))
const answering = () => vi.fn(async () => new Response('{}'))
const url = 'https://gitlab.example.com/api/v4/user'

it('sends a certificate only to origins that request one, without failing twice', async () => {
  const plain = vi.fn((input: unknown) =>
    String(input).includes('gitlab') ? needed() : Promise.resolve(new Response('{}')),
  )
  const showing = answering()
  const fetch = withClientCertificates(plain as typeof globalThis.fetch, showing)
  await fetch('https://other.example.com/')
  expect(showing).not.toHaveBeenCalled()
  const init = { method: 'POST', body: '{}' }
  await fetch(url, init)
  await fetch(url)
  expect(plain).toHaveBeenCalledTimes(2)
  expect(showing.mock.calls).toEqual([
    [url, init],
    [url, undefined],
  ])
})

it('rethrows other failures, and those of a body that cannot be sent twice', async () => {
  const showing = answering()
  const reset = () => Promise.reject(new Error('net::ERR_CONNECTION_RESET'))
  await expect(withClientCertificates(reset, showing)(url)).rejects.toThrow('CONNECTION_RESET')
  const body = new Blob(['x']).stream()
  await expect(withClientCertificates(needed, showing)(url, { body })).rejects.toThrow('NEEDED')
  expect(showing).not.toHaveBeenCalled()
})

it('asks again after no certificate was chosen', async () => {
  const showing = vi.fn(needed)
  const fetch = withClientCertificates(needed, showing)
  for (let nth = 1; nth <= 2; nth += 1) {
    await expect(fetch(url)).rejects.toThrow('NEEDED')
    expect(showing).toHaveBeenCalledTimes(nth)
  }
})
