/** The reka-ui menu parts that `DropdownMenu` uses as is. */
export {
  DropdownMenuRadioGroup as MenuChoices,
  DropdownMenuRadioItem as MenuChoice,
  DropdownMenuSeparator as MenuSeparator,
} from 'reka-ui'
