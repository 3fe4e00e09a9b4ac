"""Lessons: short courses that teach a game at its real table.

A course is data beside its game, in the folder `lessons` of its package: `course.toml` lists the lessons and has what a
newcomer is told, each lesson is a TOML file, and `questions.toml` has what somebody who took the course must be able
to answer. `course` reads them, `LessonRun` takes one learner through a lesson, and `zashiki.testing.check_course` plays
every way through every lesson.
"""

from zashiki.lessons.course import BadCourse, Course, Lesson, course
from zashiki.lessons.run import LessonRun

__all__ = ["BadCourse", "Course", "Lesson", "LessonRun", "course"]
