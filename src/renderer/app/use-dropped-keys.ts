import { onScopeDispose } from 'vue'
import { useRoute } from 'vue-router'
import type { Visit } from '../../shared/app/desktop.ts'
import { kindOf, useOpenedFilesStore } from '../data/stores/opened-files.ts'
import { t } from '../ui/messages.ts'
import { useToast } from '../ui/use-toast.ts'

/** Opens keys that are dropped on another screen in their own screen, which does not import them yet. */
export function useDroppedKeys(go: (visit: Visit) => unknown): void {
  const route = useRoute()
  const opened = useOpenedFilesStore()
  const { say } = useToast()
  const isOurs = (event: DragEvent) =>
    !route.meta.takesFiles && event.dataTransfer?.types.includes('Files') === true

  function onDrag(event: DragEvent) {
    // Without this the browser would open the file in place of the page.
    if (isOurs(event)) event.preventDefault()
  }

  function onDrop(event: DragEvent) {
    if (!isOurs(event)) return
    event.preventDefault()
    const files = [...event.dataTransfer!.files]
    const of = (kind: 'ssh' | 'gpg') => files.filter(({ name }) => kindOf(name) === kind)
    const [ssh, gpg] = [of('ssh'), of('gpg')]
    if (ssh.length + gpg.length === 0) {
      return say(t('keys.dropPublicKeys'))
    }
    opened.put('ssh', ssh)
    opened.put('gpg', gpg)
    go({ screen: ssh.length > 0 ? 'ssh-keys' : 'gpg-keys' })
  }

  const end = new AbortController()
  window.addEventListener('dragover', onDrag, { signal: end.signal })
  window.addEventListener('drop', onDrop, { signal: end.signal })
  onScopeDispose(() => end.abort())
}
