import { buttonDark, createTheme, enUS, inputDark } from 'naive-ui'
import type { GlobalTheme, GlobalThemeOverrides, NLocale } from 'naive-ui'
import type { Tokens } from './tokens.ts'

/** naive-ui’s dark theme for just the components we use. Including all of them would double the initial download. */
export const naiveDark: GlobalTheme = createTheme([buttonDark, inputDark])

/** Maps our tokens to naive-ui’s theme variables. */
export function naiveOverrides(t: Tokens): GlobalThemeOverrides {
  return {
    common: {
      fontFamily: 'var(--font)',
      fontSize: 'var(--size-base)',
      fontSizeMedium: 'var(--size-base)',
      fontSizeSmall: 'var(--size-base)',
      fontWeightStrong: '600',
      heightMedium: '32px',
      heightSmall: '28px',
      borderRadius: 'var(--radius-m)',
      borderRadiusSmall: 'var(--radius-m)',
      baseColor: t.surface,
      bodyColor: t.canvas,
      textColorBase: t.text,
      textColor1: t.text,
      textColor2: t.text,
      textColor3: t.textSoft,
      textColorDisabled: t.textFaint,
      placeholderColor: t.textFaint,
      placeholderColorDisabled: t.textFaint,
      iconColor: t.textFaint,
      borderColor: t.edge,
      dividerColor: t.border,
      primaryColor: t.primary,
      primaryColorHover: t.primaryHover,
      primaryColorPressed: t.primaryHover,
      primaryColorSuppl: t.primary,
      errorColor: t.danger,
      errorColorHover: t.danger,
      errorColorPressed: t.danger,
      errorColorSuppl: t.danger,
      buttonColor2: t.hover,
      buttonColor2Hover: t.hover,
      buttonColor2Pressed: t.border,
      opacityDisabled: '1',
    },
    Button: {
      textColorPrimary: t.onPrimary,
      textColorHoverPrimary: t.onPrimary,
      textColorPressedPrimary: t.onPrimary,
      textColorFocusPrimary: t.onPrimary,
      ...disabled(t),
      textColorError: t.surface,
      textColorHoverError: t.surface,
      textColorPressedError: t.surface,
      textColorFocusError: t.surface,
      border: `1px solid ${t.edge}`,
      paddingMedium: '0 12px',
      paddingSmall: '0 8px',
      fontWeight: '500',
      waveOpacity: '0',
    },
    Input: {
      color: t.surface,
      colorFocus: t.surface,
      border: `1px solid ${t.edge}`,
      borderHover: `1px solid ${t.textSoft}`,
      borderFocus: `1px solid ${t.focus}`,
      boxShadowFocus: `0 0 0 1px ${t.focus}`,
      boxShadowFocusError: `0 0 0 1px ${t.danger}`,
      placeholderColor: t.textFaint,
    },
    Skeleton: { color: t.border, colorEnd: t.hover },
  }
}

/** Disabled buttons are gray, whatever their type. */
function disabled(t: Tokens) {
  const border = `1px solid ${t.border}`
  return {
    textColorDisabled: t.textFaint,
    textColorDisabledPrimary: t.textFaint,
    textColorDisabledError: t.textFaint,
    colorDisabled: t.sunken,
    colorDisabledPrimary: t.sunken,
    colorDisabledError: t.sunken,
    borderDisabled: border,
    borderDisabledPrimary: border,
    borderDisabledError: border,
  }
}

/** Drops the placeholder “Please Input”, which cleared fields would otherwise show in every language. */
export const naiveLocale: NLocale = { ...enUS, Input: { ...enUS.Input, placeholder: '' } }
