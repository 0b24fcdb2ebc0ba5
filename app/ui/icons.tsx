import type { ReactNode } from 'react';

/** A decorative icon; its meaning is always in the text beside it or the control's label. */
export type Icon = () => ReactNode;

// Every use shares one element, which React builds once.
function icon(path: string): Icon {
  const drawing = (
    // Its size if the style sheet is late, or it would fill the screen.
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
  return () => drawing;
}

export const IconHome = icon('M4 11.5 12 4l8 7.5M6 10v10h12V10M10 20v-6h4v6');
export const IconCalendar = icon('M4 6h16v14H4zM4 10.5h16M8 3.5V8M16 3.5V8');
export const IconPeople = icon(
  'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c.4-3.9 3-6 6.5-6s6.1 2.1 6.5 6M16 4.4a3.5 3.5 0 0 1 0 6.2M18 14.3c2 .8 3.2 2.8 3.5 5.7',
);
export const IconPerson = icon(
  'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5c.5-4.2 3.4-6.5 7.5-6.5s7 2.3 7.5 6.5',
);
export const IconBoard = icon('M4 4h16v13H4zM8 8h8M8 12h5M8 21l1.5-4M16 21l-1.5-4');
export const IconKey = icon(
  'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8M11 12l8.5-8.5M16 7l3 3M13.5 9.5l2 2',
);
export const IconSignOut = icon('M14 4H5v16h9M10 12h11M17 8l4 4-4 4');
export const IconMenu = icon('M4 7h16M4 12h16M4 17h16');
export const IconPhone = icon(
  'M5 4h4l1.5 5L8 10.5a12 12 0 0 0 5.5 5.5L15 13.5l5 1.5v4a1.5 1.5 0 0 1-1.5 1.5C10.5 20.5 3.5 13.5 3.5 5.5A1.5 1.5 0 0 1 5 4z',
);
export const IconMail = icon('M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7');
export const IconClose = icon('M6 6l12 12M18 6 6 18');
export const IconChevronDown = icon('M6 9.5l6 6 6-6');
export const IconChevronLeft = icon('M14.5 6l-6 6 6 6');
export const IconChevronRight = icon('M9.5 6l6 6-6 6');
export const IconPlus = icon('M12 5v14M5 12h14');
export const IconCheck = icon('M5 12.5l4.5 4.5L19 7.5');
export const IconCheckCircle = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8 12.5l2.8 2.8L16 9.5');
export const IconAlert = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7.5V13M12 16.4v.1');
export const IconWarning = icon('M12 4 2.8 20h18.4zM12 10v4.5M12 17.3v.1');
export const IconInfo = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5.5M12 7.6v.1');
export const IconSearch = icon('M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l4.5 4.5');
export const IconCopy = icon('M9 9h11v11H9zM15 9V4H4v11h5');
export const IconPrint = icon('M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z');
export const IconTrash = icon('M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5');
export const IconShare = icon('M8 12H5v9h14v-9h-3M12 15.5V3.5M8 7l4-4 4 4');
