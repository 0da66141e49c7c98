import { describe, expect, it } from 'vitest'
import { proxyLogin } from './proxy-login.ts'

const proxy = { host: 'proxy.example.test', port: 3128 }

describe('the password of a proxy', () => {
  it.each([
    [{ https_proxy: 'http://ines:open%20sesame@proxy.example.test:3128' }, 'open sesame'],
    [{ HTTP_PROXY: 'http://ines:50%@proxy.example.test:3128/' }, '50%'],
    [
      {
        https_proxy: 'http://max:x@other.example.test:3128',
        http_proxy: 'http://ines:y@proxy.example.test:3128',
      },
      'y',
    ],
  ])('is the one that %j names for it', (env, password) => {
    expect(proxyLogin(proxy, env)).toEqual({ name: 'ines', password })
  })

  it('is found for the usual ports, which a variable need not name', () => {
    const env = { https_proxy: 'http://ines:x@proxy.example.test' }
    expect(proxyLogin({ ...proxy, port: 80 }, env)).toEqual({ name: 'ines', password: 'x' })
    const secure = { https_proxy: 'https://ines:x@proxy.example.test' }
    expect(proxyLogin({ ...proxy, port: 443 }, secure)).toEqual({ name: 'ines', password: 'x' })
  })

  it.each([
    {},
    { https_proxy: 'http://proxy.example.test:3128' },
    { https_proxy: 'http://ines:x@proxy.example.test:8080' },
    { https_proxy: 'http://ines:x@proxy.example.test.evil.test:3128' },
    { https_proxy: 'proxy.example.test:3128' },
  ])('is unknown with %j', (env) => expect(proxyLogin(proxy, env)).toBeUndefined())
})
