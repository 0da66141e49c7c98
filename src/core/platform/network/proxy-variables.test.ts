import { describe, expect, it } from 'vitest'
import { ProxyError, proxyFor, proxyLogin } from './proxy-variables.ts'

const secure = 'https://gitlab.example.test'

function proxyOf(variables: NodeJS.ProcessEnv, url = secure) {
  const proxy = proxyFor(new URL(url), variables)
  return proxy && { ...proxy, url: proxy.url.href }
}

describe('proxyFor', () => {
  it.each<[NodeJS.ProcessEnv, string | undefined]>([
    [{ https_proxy: 'http://a:1' }, 'https_proxy'],
    [{ HTTPS_PROXY: 'http://a:1' }, 'HTTPS_PROXY'],
    [{ https_proxy: 'http://a:1', HTTPS_PROXY: 'http://b:1' }, 'https_proxy'],
    [{ https_proxy: ' ', HTTPS_PROXY: 'http://b:1' }, 'HTTPS_PROXY'],
    [{ all_proxy: 'http://a:1' }, 'all_proxy'],
    [{ ALL_PROXY: 'http://a:1', https_proxy: 'http://b:1' }, 'https_proxy'],
    [{ http_proxy: 'http://a:1' }, undefined],
    [{}, undefined],
  ])('reads the proxy from %j', (variables, variable) => {
    expect(proxyOf(variables)?.variable).toBe(variable)
  })

  it('uses a separate proxy for http', () => {
    const variables = { http_proxy: 'a:1', https_proxy: 'b:1' }
    expect(proxyOf(variables, 'http://gitlab.example.test')?.url).toBe('http://a:1/')
  })

  it.each([
    ['proxy.example.test:3128', 'http://proxy.example.test:3128/'],
    ['10.0.0.1:3128', 'http://10.0.0.1:3128/'],
    ['[2001:db8::1]:3128', 'http://[2001:db8::1]:3128/'],
    ['  http://proxy:3128/ ', 'http://proxy:3128/'],
    ['HTTP://proxy:3128', 'http://proxy:3128/'],
    ['https://proxy:3128', 'https://proxy:3128/'],
    ['socks5://proxy:1080', 'socks5://proxy:1080'],
    ['socks5h://proxy:1080', 'socks5://proxy:1080'],
    ['socks://proxy:1080/', 'socks5://proxy:1080'],
  ])('parses %s', (value, url) => {
    expect(proxyOf({ https_proxy: value })?.url).toBe(url)
  })

  it.each([
    ['http://ines:secret@proxy:1', 'ines', 'secret'],
    ['ines:secret@proxy:1', 'ines', 'secret'],
    ['http://ines@proxy:1', 'ines', ''],
    ['http://corp%5Cines:p%40s%23s@proxy:1', 'corp\\ines', 'p@s#s'],
    ['http://ines:p@ss@proxy:1', 'ines', 'p@ss'],
    ['http://ines:100%@proxy:1', 'ines', '100%'],
    ['socks5://ines:%C3%A4%20b@proxy:1', 'ines', 'ä b'],
  ])('takes username and password from %s', (value, username, password) => {
    const proxy = proxyOf({ https_proxy: value })
    expect(proxy).toMatchObject({ username, password })
    expect(proxy?.url).not.toContain('@')
  })

  it.each([
    ['http://ines:pa#ss@proxy:1', 'PROXY_INVALID'],
    ['http://ines:12#ss@proxy:1', 'PROXY_INVALID'],
    ['http://ines:1/2@proxy:1', 'PROXY_INVALID'],
    ['http://proxy:99999', 'PROXY_INVALID'],
    ['http://proxy:0', 'PROXY_INVALID'],
    ['http://', 'PROXY_INVALID'],
    ['"http://proxy:1"', 'PROXY_INVALID'],
    ['http://pro xy:1', 'PROXY_INVALID'],
    ['socks4://proxy:1', 'PROXY_UNSUPPORTED'],
    ['ftp://proxy:1', 'PROXY_UNSUPPORTED'],
  ])('rejects %s, reporting only the variable name', (value, code) => {
    try {
      proxyOf({ ALL_PROXY: value })
      expect.fail('was accepted')
    } catch (error) {
      expect(error).toBeInstanceOf(ProxyError)
      expect(error).toMatchObject({ code, proxyVariable: 'ALL_PROXY' })
      expect(String(error)).not.toContain('ss')
    }
  })

  it.each([
    ['*', secure],
    ['other.test, *', secure],
    ['gitlab.example.test', secure],
    ['GitLab.Example.Test.', secure],
    ['.example.test', secure],
    ['example.test', secure],
    ['*.example.test', secure],
    ['other.test example.test', secure],
    ['example.test:443', secure],
    ['example.test:8443', `${secure}:8443`],
    ['10.0.0.7', 'https://10.0.0.7'],
    ['10.0.0.0/8', 'https://10.1.2.3'],
    ['10.1.2.3:443', 'https://10.1.2.3'],
    ['2001:db8::/32', 'https://[2001:db8::7]'],
    ['[2001:db8::7]', 'https://[2001:db8::7]'],
    ['2001:db8::7', 'https://[2001:db8::7]'],
  ])('bypasses the proxy with no_proxy=%s for %s', (list, url) => {
    expect(proxyOf({ https_proxy: 'proxy:1', no_proxy: list }, url)).toBeUndefined()
    expect(proxyOf({ https_proxy: 'proxy:1', NO_PROXY: list }, url)).toBeUndefined()
  })

  it.each([
    ['', secure],
    ['ample.test', secure],
    ['lab.example.test', secure],
    ['example.test:8443', secure],
    ['.', secure],
    ['10.0.0.0/8', 'https://11.0.0.1'],
    ['10.0.0.0/99', 'https://10.0.0.1'],
    ['0.0.0.0/0', secure],
    ['2001:db8::/32', 'https://10.0.0.1'],
  ])('uses the proxy with no_proxy=%s for %s', (list, url) => {
    expect(proxyOf({ https_proxy: 'proxy:1', no_proxy: list }, url)).toBeDefined()
  })
})

describe('proxyLogin', () => {
  const proxy = { host: 'proxy.example.test', port: 3128 }
  const target = new URL('https://gitlab.example.test')

  it.each([
    [{ https_proxy: 'http://ines:open%20sesame@proxy.example.test:3128' }, 'open sesame'],
    [{ all_proxy: 'ines:50%@proxy.example.test:3128' }, '50%'],
  ])('returns the credentials for the same proxy from %j', (env, password) => {
    expect(proxyLogin(target, proxy, env)).toMatchObject({ username: 'ines', password })
  })

  it('finds credentials for default ports, which may be omitted in a variable', () => {
    const env = { https_proxy: 'http://ines:x@proxy.example.test' }
    expect(proxyLogin(target, { ...proxy, port: 80 }, env)).toMatchObject({ password: 'x' })
    const secure = { https_proxy: 'https://ines:x@proxy.example.test' }
    expect(proxyLogin(target, { ...proxy, port: 443 }, secure)).toMatchObject({ password: 'x' })
  })

  it.each([
    {},
    { https_proxy: 'http://proxy.example.test:3128' },
    { https_proxy: 'http://ines:x@proxy.example.test:8080' },
    { https_proxy: 'http://ines:x@proxy.example.test.evil.test:3128' },
    { https_proxy: 'http://ines:x#y@proxy.example.test:3128' },
    { http_proxy: 'http://ines:x@proxy.example.test:3128' },
  ])("doesn't find credentials in %j", (env) =>
    expect(proxyLogin(target, proxy, env)).toBeUndefined(),
  )
})
