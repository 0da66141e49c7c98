import { ref, shallowRef } from 'vue'
import type { Certificate } from '../../shared/app/certificates.ts'
import { useLatchkey } from './latchkey.ts'
import { base64Of } from '../ui/base64.ts'
import { useAsyncAction } from './use-async-action.ts'
import { useServiceQuery } from './use-service-query.ts'
import { t } from '../ui/messages.ts'
import { useToast } from '../ui/use-toast.ts'

/** The certificates that are trusted for one instance each. */
export function useCertificates() {
  const latchkey = useLatchkey()
  const { say } = useToast()
  const trusted = useServiceQuery('', 'certificates.list')
  const forgetting = useAsyncAction()

  function forget(origin: string, fingerprint: string): Promise<boolean> {
    return forgetting.run(async () => {
      trusted.set(await latchkey().certificates.forget({ origin, fingerprint }))
      say(t('certificates.untrusted', { origin }))
    }, origin + fingerprint)
  }

  return { trusted, forgetting, forget }
}

/** Reads certificates from a file, and trusts one of them. */
export function useNewCertificate() {
  const latchkey = useLatchkey()
  const { say } = useToast()
  const { run, busy, failure } = useAsyncAction()
  const content = ref('')
  const found = shallowRef<Certificate[]>([])
  const chosen = ref('')

  async function examine(file: Blob): Promise<boolean> {
    return run(async () => {
      found.value = []
      content.value = await base64Of(file)
      found.value = await latchkey().certificates.examine({ content: content.value })
      chosen.value = (found.value.find(isRoot) ?? found.value[0])?.fingerprint ?? ''
    }, file)
  }

  /** Returns whether the certificate is trusted now. */
  async function trust(baseUrl: string): Promise<boolean> {
    return run(async () => {
      const { certificates } = latchkey()
      await certificates.trust({ baseUrl, content: content.value, fingerprint: chosen.value })
      say(t('certificates.trusted'))
    })
  }

  return { found, chosen, examine, trust, busy, failure }
}

function isRoot({ subject, issuer }: Certificate): boolean {
  return subject === issuer
}
