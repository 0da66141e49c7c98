import type { Socket } from 'node:net'
import type { Dispatcher, buildConnector } from 'undici'
import { ProxyError, type ProxySetting } from './proxy-variables.ts'

type Undici = typeof import('undici')

interface TlsOptions {
  requestTls: buildConnector.BuildOptions & { timeout: number }
  proxyTls: buildConnector.BuildOptions
}

/** Sends requests through a proxy, and reports its failures, which would otherwise look like GitLab's. */
export function createProxyAgent(
  undici: Undici,
  proxy: ProxySetting,
  options: TlsOptions,
): Dispatcher {
  return proxy.url.protocol === 'socks5:'
    ? createSocksAgent(undici, proxy, options)
    : createTunnelAgent(undici, proxy, options)
}

function createTunnelAgent(
  { Pool, ProxyAgent }: Undici,
  { variable, url, username, password }: ProxySetting,
  { requestTls, proxyTls }: TlsOptions,
): Dispatcher {
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  return new ProxyAgent({
    uri: url.href,
    ...((username || password) && { token: ['Basic', credentials].join(' ') }),
    requestTls,
    proxyTls,
    clientFactory(origin, options) {
      const { connect } = options as { connect: buildConnector.connector }
      const pool = new Pool(origin, {
        ...options,
        connect: reportUnreachable(connect, variable),
        headersTimeout: requestTls.timeout,
      })
      const openTunnel = pool.connect.bind(pool)
      const reportBroken = async (tunnel: Dispatcher.ConnectOptions) => {
        try {
          return await openTunnel(tunnel)
        } catch (error) {
          throw toProxyError(error, variable)
        }
      }
      return Object.assign(pool, { connect: reportBroken })
    },
  })
}

/** Undici's own method, which its types omit. */
interface SocksConnections {
  createSocks5Connection(host: string, port: number): Promise<Socket>
}

function createSocksAgent(
  { Socks5ProxyAgent, buildConnector }: Undici,
  { variable, url, username, password }: ProxySetting,
  { requestTls }: TlsOptions,
): Dispatcher {
  const connect = reportUnreachable(buildConnector({ timeout: requestTls.timeout }), variable)
  function onEarlyEnd(this: Socket) {
    this.destroy(new ProxyError('PROXY_BROKEN', variable))
  }
  const options = {
    requestTls,
    username,
    password,
    // Otherwise, Undici would wait for a response to its greeting even after the connection ended.
    connect: ((target, done) =>
      connect(target, (...[error, socket]) => {
        socket?.once('end', onEarlyEnd)
        if (error) done(error, null)
        else done(null, socket)
      })) satisfies buildConnector.connector,
  }
  const agent = new Socks5ProxyAgent(url, options) as Dispatcher as Dispatcher & SocksConnections
  const openConnection = agent.createSocks5Connection.bind(agent)
  agent.createSocks5Connection = async (host, port) => {
    try {
      const socket = await openConnection(host.replace(/^\[(.*)\]$/, '$1'), port)
      return socket.off('end', onEarlyEnd)
    } catch (error) {
      throw toProxyError(error, variable)
    }
  }
  return agent
}

function reportUnreachable(
  connect: buildConnector.connector,
  variable: string,
): buildConnector.connector {
  return (target, done) =>
    connect(target, (...[error, socket]) => {
      if (error) done(new ProxyError('PROXY_CONNECTION_FAILED', variable, error), null)
      else done(null, socket)
    })
}

function toProxyError(error: unknown, variable: string): ProxyError {
  return error instanceof ProxyError ? error : new ProxyError('PROXY_BROKEN', variable, error)
}
