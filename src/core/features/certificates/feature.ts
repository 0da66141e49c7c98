import type { Feature } from '../feature.ts'
import type { HostContext } from '../../context.ts'

/** Certificates that are trusted for a single instance. */
export function certificatesFeature({ ports }: HostContext): Feature<'certificates'> {
  const { certificates } = ports
  const bytes = (content: string) => Buffer.from(content, 'base64')
  return {
    handlers: {
      certificates: {
        list: () => certificates.list(),
        examine: ({ content }) => certificates.examine(bytes(content)),
        trust: ({ baseUrl, content, fingerprint }) =>
          certificates.trust(baseUrl, bytes(content), fingerprint),
        forget: ({ origin, fingerprint }) => certificates.forget(origin, fingerprint),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
