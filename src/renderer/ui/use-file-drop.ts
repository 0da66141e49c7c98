import { useEventListener } from '@vueuse/core'
import { ref } from 'vue'
import { droppedFiles } from './dropped-files.ts'

export interface FileDropOptions {
  onFiles: (files: readonly File[]) => unknown
  /** Accepts pasted texts and files too, unless they are pasted into a text field. */
  onText?: (text: string) => unknown
  isEnabled?: () => boolean
}

/** Accepts files dropped anywhere on the window. */
export function useFileDrop({ onFiles, onText, isEnabled = () => true }: FileDropOptions) {
  /** Whether files are being dragged over the window. */
  const isOver = ref(false)
  const hasFiles = ({ dataTransfer }: DragEvent) =>
    isEnabled() && dataTransfer?.types.includes('Files') === true

  function onDrag(event: DragEvent) {
    if (!hasFiles(event)) return
    // Otherwise the browser would open the file instead of the page.
    event.preventDefault()
    isOver.value = true
  }

  function onLeave(event: DragEvent) {
    if (event.relatedTarget === null) isOver.value = false
  }

  async function onDrop(event: DragEvent) {
    if (!event.dataTransfer || !hasFiles(event)) return
    event.preventDefault()
    isOver.value = false
    onFiles(await droppedFiles(event.dataTransfer))
  }

  function onPaste({ target, clipboardData }: ClipboardEvent) {
    if (!onText || !clipboardData || isTyping(target)) return
    if (clipboardData.files.length > 0) return onFiles([...clipboardData.files])
    const text = clipboardData.getData('text/plain')
    if (text.trim()) onText(text)
  }

  useEventListener(['dragenter', 'dragover'], onDrag)
  useEventListener('dragleave', onLeave)
  useEventListener('drop', onDrop)
  useEventListener('paste', onPaste)

  return { isOver }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, dialog') !== null
}
