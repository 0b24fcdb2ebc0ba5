/**
 * A drawing of a clubhouse with its notice board, for empty places and the log-in. Decorative, in
 * the text's colour.
 */
export function Clubhouse() {
  return (
    <svg
      className="print:hidden"
      viewBox="0 0 260 118"
      height="104"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      <path className="fill-card" d="M96 64h88v52H96zM10 58h50v40H10z" />
      <path
        className="fill-green-soft"
        d="M84 68 140 30l56 38zM140 8l21 6-21 7zM208 78a20 20 0 1 1 40 0 20 20 0 1 1-40 0"
      />
      <path
        className="fill-orange-soft dark:fill-orange"
        d="M106 80h14v15h-14zM160 80h14v15h-14zM17 66h16v20H17zM40 66h14v11H40zM38 83h15v9H38z"
      />
      <path d="M140 30V6M129 116V86h22v30M145 101v2M113 80v15M167 80v15M134 52a6 6 0 1 1 12 0 6 6 0 1 1-12 0M18 98v18M52 98v18M25 69v1M47 68v1M45 85v1M228 116V82M228 97l8-8M228 91l-6-6M2 116h256" />
    </svg>
  );
}
