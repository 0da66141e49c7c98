import { type Ref, onMounted, ref } from 'vue'

/** Turns true once a component has been painted, so that what is out of view at first doesn’t delay what is in view. */
export function useAfterFirstFrame(): Readonly<Ref<boolean>> {
  const isPainted = ref(false)
  // A frame is painted after its callbacks.
  onMounted(() => requestAnimationFrame(() => setTimeout(() => (isPainted.value = true))))
  return isPainted
}
