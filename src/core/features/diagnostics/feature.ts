import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { Diagnostics, type DiagnosticsOptions } from './diagnostics.ts'

/** The report for problems. */
export function diagnosticsFeature(
  { accounts, connectivity, ports }: AccountContext,
  needs: Pick<DiagnosticsOptions, 'jobs'>,
): Feature<'diagnostics'> {
  const { certificates, host, log, version } = ports
  const diagnostics = new Diagnostics({
    ...needs,
    host,
    version,
    accounts,
    certificates,
    connectivity,
    log,
  })
  return {
    handlers: {
      diagnostics: {
        report: async ({ instances }) => ({ text: await diagnostics.report(instances) }),
        pageFailed: (error) => {
          diagnostics.pageFailed(error)
          return {}
        },
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
