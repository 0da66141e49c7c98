/** Room between a menu and its button, and between it and the end of the window, in pixels. */
const gap = 4
const margin = 8

interface Box {
  top: number
  bottom: number
  left: number
  right: number
}

/**
 * Where a menu stands on the window: beside its button, on the side with more room, no higher than that is; nothing around the
 * button that scrolls cuts it off. For `position: fixed`.
 */
export function menuPlace(button: Box, { innerWidth: width, innerHeight: height }: Size) {
  const below = height - button.bottom
  const isBelow = below >= button.top || below > height / 2
  const isFromRight = button.right > width / 2
  return {
    ...(isFromRight ? { right: px(width - button.right) } : { left: px(button.left) }),
    ...(isBelow ? { top: px(button.bottom + gap) } : { bottom: px(height - button.top + gap) }),
    maxHeight: px((isBelow ? below : button.top) - gap - margin),
  }
}

type Size = Pick<Window, 'innerWidth' | 'innerHeight'>

function px(count: number): string {
  return `${Math.round(count)}px`
}
