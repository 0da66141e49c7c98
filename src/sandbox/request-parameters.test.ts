import { describe, expect, it } from 'vitest'
import { bodyLimit, readParameters } from './request-parameters.ts'

const json = { 'content-type': 'application/json' }

function read(body: BodyInit | null, headers: Record<string, string> = {}, query = '') {
  const init = { method: 'PUT', body, headers, duplex: 'half' }
  return readParameters(new Request(`http://sandbox.test/${query}`, init), { id: '7' })
}

describe('readParameters', () => {
  it('combines query, body, and path, with precedence for the path', async () => {
    const body = JSON.stringify({ id: 1, b: 'body', c: 'body' })
    const parameters = await read(body, json, '?a=query&b=query')
    expect({ ...parameters }).toEqual({ a: 'query', b: 'body', c: 'body', id: '7' })
  })

  it.each([
    ['a form', new URLSearchParams('s[]=a&s[]=b&m[k]=v&x=1&x=2')],
    [
      'multipart',
      form([
        ['s[]', 'a'],
        ['s[]', 'b'],
        ['m[k]', 'v'],
        ['x', '1'],
        ['x', '2'],
      ]),
    ],
  ])('parses lists and maps from %s', async (_, body) => {
    const parameters = await read(body)
    expect(JSON.parse(JSON.stringify(parameters))).toEqual({
      s: ['a', 'b'],
      m: { k: 'v' },
      x: '2',
      id: '7',
    })
  })

  it('reads uploads as files', async () => {
    const body = new FormData()
    body.set('avatar', new File(['bytes'], 'me.png', { type: 'image/png' }))
    const { avatar } = await read(body)
    expect(avatar).toMatchObject({ name: 'me.png', size: 5 })
  })

  it('ignores the special meaning of names such as __proto__', async () => {
    const parameters = await read(new URLSearchParams('__proto__[admin]=1&constructor=x'))
    expect(({} as { admin?: string }).admin).toBeUndefined()
    expect(parameters['toString']).toBeUndefined()
    const fromJson = await read('{"__proto__": {"admin": true}}', json)
    expect(fromJson['admin']).toBeUndefined()
  })

  it.each([['[1, 2]'], ['"text"'], ['null'], ['']])(
    'returns no parameters for the JSON %s',
    async (body) => {
      expect({ ...(await read(body, json)) }).toEqual({ id: '7' })
    },
  )

  it.each([
    ['broken JSON', '{"a": ', json],
    ['JSON that is not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), json],
    ['multipart without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
    ['truncated multipart', '--x\r\nnope', { 'content-type': 'multipart/form-data; boundary=x' }],
  ])('rejects %s', async (_, body, headers) => {
    await expect(read(body, headers)).rejects.toMatchObject({ status: 400 })
  })

  it('rejects an unknown content type', async () => {
    await expect(read('<a/>', { 'content-type': 'text/xml' })).rejects.toMatchObject({
      status: 415,
    })
  })

  it('rejects an oversized body, streamed or not', async () => {
    const large = new Uint8Array(bodyLimit + 1)
    await expect(read(large, json)).rejects.toMatchObject({ status: 413 })
    await expect(read(new Blob([large]).stream(), json)).rejects.toMatchObject({ status: 413 })
  })
})

function form(entries: [string, string][]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}
