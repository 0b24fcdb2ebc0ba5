/** The product's mark, a small clubhouse with a flag; decorative. */
export function Logo() {
  return (
    <svg
      className="size-9 flex-none text-green"
      viewBox="0 0 32 32"
      width="36"
      height="36"
      aria-hidden="true"
      focusable="false"
    >
      <path
        fill="currentColor"
        d="M15 2h1.6v.9L22 4.6l-5.4 2.2v2l12.6 9.4-1.7 2.2L26 19.3V29h-7v-7.5h-6V29H6v-9.7l-1.5 1.1-1.7-2.2L15 8.9z"
      />
    </svg>
  );
}
