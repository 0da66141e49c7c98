/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

/** A square cut from an image: its center in image pixels, and its zoom (1 fits the shorter side). */
export interface Crop {
  x: number
  y: number
  zoom: number
}

/** A square area of an image, in pixels. */
export interface Square {
  left: number
  top: number
  side: number
}

const minPixels = 24
const zoomLimit = 10

/** The maximum zoom, which leaves the square just enough pixels. */
export function maxZoom(picture: Size): number {
  return Math.min(zoomLimit, Math.max(1, shorter(picture) / minPixels))
}

/** The largest centered square. */
export function fullCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** Moves a crop so that it stays inside the image. */
export function clampCrop(crop: Crop, picture: Size): Crop {
  const zoom = clamp(crop.zoom, 1, maxZoom(picture))
  const half = shorter(picture) / zoom / 2
  return {
    zoom,
    x: clamp(crop.x, half, picture.width - half),
    y: clamp(crop.y, half, picture.height - half),
  }
}

/** The square that a crop covers. */
export function squareOf({ x, y, zoom }: Crop, picture: Size): Square {
  const side = shorter(picture) / zoom
  return { left: x - side / 2, top: y - side / 2, side }
}

/** Moves the image under the square; distances are fractions of the square’s side. */
export function panCrop(crop: Crop, picture: Size, right: number, down: number): Crop {
  const { side } = squareOf(crop, picture)
  return clampCrop({ ...crop, x: crop.x - right * side, y: crop.y - down * side }, picture)
}

/** Zooms by a factor around a point, given in fractions of the square’s side from its top-left corner. */
export function zoomCrop(crop: Crop, picture: Size, factor: number, atX = 0.5, atY = 0.5): Crop {
  const zoom = clamp(crop.zoom * factor, 1, maxZoom(picture))
  const before = squareOf(crop, picture)
  const side = shorter(picture) / zoom
  const pointX = before.left + atX * before.side
  const pointY = before.top + atY * before.side
  return clampCrop(
    { zoom, x: pointX - atX * side + side / 2, y: pointY - atY * side + side / 2 },
    picture,
  )
}

const shorter = ({ width, height }: Size) => Math.min(width, height)

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), Math.max(min, max))
}
