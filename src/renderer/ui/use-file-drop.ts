import { onScopeDispose, ref } from 'vue'
import { droppedFiles } from './dropped-files.ts'

/** Handles files and pasted texts. */
export interface KeyIntake {
  takeFiles: (files: readonly File[]) => unknown
  takeText: (text: string) => unknown
}

/** Accepts files dropped anywhere on the window, and files and texts pasted outside of text fields. */
export function useKeyFiles({ takeFiles, takeText }: KeyIntake) {
  /** Whether files are being dragged over the window. */
  const isOver = ref(false)
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true

  function onDrag(event: DragEvent) {
    if (!holdsFiles(event)) return
    // Otherwise the browser would open the file instead of the page.
    event.preventDefault()
    isOver.value = true
  }

  function onLeave(event: DragEvent) {
    if (event.relatedTarget === null) isOver.value = false
  }

  async function onDrop(event: DragEvent) {
    if (!event.dataTransfer || !holdsFiles(event)) return
    event.preventDefault()
    isOver.value = false
    takeFiles(await droppedFiles(event.dataTransfer))
  }

  function onPaste({ target, clipboardData }: ClipboardEvent) {
    if (!clipboardData || isTyping(target)) return
    if (clipboardData.files.length > 0) return takeFiles([...clipboardData.files])
    const text = clipboardData.getData('text/plain')
    if (text.trim()) takeText(text)
  }

  const end = new AbortController()
  const { signal } = end
  window.addEventListener('dragenter', onDrag, { signal })
  window.addEventListener('dragover', onDrag, { signal })
  window.addEventListener('dragleave', onLeave, { signal })
  window.addEventListener('drop', onDrop, { signal })
  window.addEventListener('paste', onPaste, { signal })
  onScopeDispose(() => end.abort())

  return { isOver }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, dialog') !== null
}
