import { foreignService } from '../../shared/rules/foreign-token.ts'
import { t } from '../ui/messages.ts'
import { instanceName } from './instance-name.ts'
import { useQuestion } from './use-confirm.ts'

/** Asks before a token that looks like another service’s is sent; resolves to whether to send it. */
export function useForeignTokenQuestion(): (token: string, baseUrl: string) => Promise<boolean> {
  const ask = useQuestion()
  return async (token, baseUrl) => {
    const service = foreignService(token)
    if (service === undefined) return true
    const instance = instanceName(baseUrl.trim())
    return ask({
      title: t('signIn.foreignTokenTitle', { service }),
      text: t('signIn.foreignTokenText', { service, instance }),
      confirm: t('signIn.foreignTokenSend', { instance }),
    })
  }
}
