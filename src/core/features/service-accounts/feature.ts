import type { Page } from '../../../shared/gitlab/index.ts'
import { type ServiceAccount, serviceAccounts } from '../../../shared/gitlab/service-accounts.ts'
import type { Feature } from '../feature.ts'

/** The service accounts of groups and projects, which not every instance lists. */
export function serviceAccountsFeature(): Feature<'ownedServiceAccounts'> {
  return {
    handlers: {
      ownedServiceAccounts: {
        list({ owner, path, cursor, ...order }, gitlab) {
          const [endpoint, input] =
            owner === 'group'
              ? [serviceAccounts.listOfGroup, { group: path, ...order }]
              : [serviceAccounts.listOfProject, { project: path, ...order }]
          return gitlab.page(endpoint, input, cursor) as Promise<Page<ServiceAccount>>
        },
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
